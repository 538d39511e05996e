import queue
import threading
import time

import pytest
from conftest import Shop

CREATE = "mutation CreateCart { createCart { id lines { quantity } } }"
ADD = """mutation Add($cart: ID!, $product: ID!, $quantity: Int!) {
  addToCart(cartId: $cart, productId: $product, quantity: $quantity) { id total lines { quantity product { id name } } }
}"""
CART = "query Cart($id: ID!) { cart(id: $id) { id total lines { quantity } } }"
CHECK_OUT = "mutation CheckOut($cart: ID!) { checkOut(cartId: $cart) { id status total } }"
ORDER = "query Order($id: ID!) { order(id: $id) { id status } }"
SHIP = "mutation Ship($id: ID!) { ship(orderId: $id) { id status } }"


@pytest.fixture
def cart(shop, carts):
    cart = shop.ask(CREATE)["createCart"]
    carts.append((cart["id"], shop))
    return cart["id"]


def test_new_cart_is_empty(shop, cart):
    assert shop.ask(CART, id=cart)["cart"] == {"id": cart, "total": 0, "lines": []}


@pytest.mark.parametrize("quantity", [1, 2, 5])
def test_add(shop, cart, product, quantity):
    added = shop.ask(ADD, cart=cart, product=product["id"], quantity=quantity)["addToCart"]
    assert added["total"] == 5 * quantity
    assert shop.ask(CART, id=cart)["cart"]["total"] == 5 * quantity


def test_add_twice(shop, cart, product):
    for _ in range(2):
        shop.ask(ADD, cart=cart, product=product["id"], quantity=1)
    assert len(shop.ask(CART, id=cart)["cart"]["lines"]) == 2


def test_two_carts(shop, carts, product):
    ids = [shop.ask(CREATE)["createCart"]["id"] for _ in range(2)]
    carts += [(id, shop) for id in ids]
    shop.ask(ADD, cart=ids[0], product=product["id"], quantity=3)
    assert [shop.ask(CART, id=id)["cart"]["total"] for id in ids] == [15, 0]


def test_check_out(shop, cart, product):
    shop.ask(ADD, cart=cart, product=product["id"], quantity=2)
    order = shop.ask(CHECK_OUT, cart=cart)["checkOut"]
    assert (order["status"], order["total"]) == ("PLACED", 10)
    assert shop.ask(ORDER, id=order["id"])["order"]["status"] == "PLACED"
    assert shop.ask(SHIP, id=order["id"])["ship"]["status"] == "SHIPPED"
    assert shop.ask(ORDER, id=order["id"])["order"]["status"] == "SHIPPED"


def test_poll_goes_on(shop, product):
    # No fixture deletes this cart, so whether a poll comes before or after the end of the test does not change its answer.
    cart = shop.ask(CREATE)["createCart"]["id"]
    order = shop.ask(CHECK_OUT, cart=cart)["checkOut"]["id"]
    seen = queue.Queue()

    def poll():
        for _ in range(8):
            seen.put(Shop().ask(ORDER, id=order)["order"]["status"])
            time.sleep(0.02)

    # It goes on when the test has ended, as a page does that nobody closes.
    threading.Thread(target=poll, daemon=True).start()
    assert seen.get(timeout=10) == "PLACED"


class TestAnonymous:
    def test_cart_needs_a_user(self):
        with pytest.raises(RuntimeError, match="log in first"):
            Shop().ask(CREATE)

    def test_me_needs_a_user(self):
        with pytest.raises(RuntimeError, match="log in first"):
            Shop().ask("query Me { me { email } }")
