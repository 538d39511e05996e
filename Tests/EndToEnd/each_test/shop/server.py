"""A small shop that nobody resets: ids and tokens count up, lists grow, and e-mail addresses can be taken."""

import asyncio
import itertools
from collections.abc import AsyncGenerator

import strawberry
from strawberry.asgi import GraphQL


@strawberry.type
class User:
    id: strawberry.ID
    email: str


@strawberry.type
class Product:
    id: strawberry.ID
    name: str
    price: int


@strawberry.type
class Line:
    product: Product
    quantity: int


@strawberry.type
class Order:
    id: strawberry.ID
    status: str
    total: int


@strawberry.type
class Cart:
    id: strawberry.ID
    lines: list[Line]

    @strawberry.field
    def total(self) -> int:
        return sum(line.product.price * line.quantity for line in self.lines)


@strawberry.type
class Session:
    token: str
    user: User


@strawberry.type
class Page:
    items: list[Product]
    cursor: str | None


ids = {kind: itertools.count(1) for kind in ("user", "product", "cart", "order", "token")}
users: dict[str, User] = {}
tokens: dict[str, User] = {}
products: dict[str, Product] = {}
carts: dict[str, Cart] = {}
orders: dict[str, Order] = {}


def new_id(kind):
    return str(next(ids[kind]))


def add_product(name, price):
    product = Product(id=new_id("product"), name=name, price=price)
    products[product.id] = product
    return product


def add_user(email):
    if email in users:
        raise ValueError(f"{email} is taken")
    users[email] = User(id=new_id("user"), email=email)
    return users[email]


def user_of(info):
    user = tokens.get(info.context["request"].headers.get("authorization", "").removeprefix("Bearer "))
    if user is None:
        raise PermissionError("log in first")
    return user


add_user("ada@example.com")
for name, price in (("Apples", 3), ("Bread", 4), ("Cheese", 9), ("Dates", 7), ("Eggs", 2)):
    add_product(name, price)


@strawberry.type
class Query:
    @strawberry.field
    def me(self, info: strawberry.Info) -> User:
        return user_of(info)

    @strawberry.field
    def product(self, id: strawberry.ID) -> Product | None:
        return products.get(id)

    @strawberry.field
    def products(self, after: str | None = None) -> Page:
        items = [product for product in products.values() if after is None or int(product.id) > int(after)][:2]
        return Page(items=items, cursor=items[-1].id if items else None)

    @strawberry.field
    def product_count(self) -> int:
        return len(products)

    @strawberry.field
    def cart(self, id: strawberry.ID) -> Cart | None:
        return carts.get(id)

    @strawberry.field
    def order(self, id: strawberry.ID) -> Order | None:
        return orders.get(id)


@strawberry.type
class Mutation:
    @strawberry.mutation
    def register(self, email: str) -> User:
        return add_user(email)

    @strawberry.mutation
    def login(self, email: str) -> Session:
        token = f"t{new_id('token')}"
        tokens[token] = users[email]
        return Session(token=token, user=users[email])

    @strawberry.mutation
    def create_product(self, name: str, price: int) -> Product:
        return add_product(name, price)

    @strawberry.mutation
    def rename_product(self, id: strawberry.ID, name: str) -> Product:
        products[id].name = name
        return products[id]

    @strawberry.mutation
    def create_cart(self, info: strawberry.Info) -> Cart:
        user_of(info)
        cart = Cart(id=new_id("cart"), lines=[])
        carts[cart.id] = cart
        return cart

    @strawberry.mutation
    def add_to_cart(self, cart_id: strawberry.ID, product_id: strawberry.ID, quantity: int = 1) -> Cart:
        carts[cart_id].lines.append(Line(product=products[product_id], quantity=quantity))
        return carts[cart_id]

    @strawberry.mutation
    def delete_cart(self, id: strawberry.ID) -> bool:
        return carts.pop(id, None) is not None

    @strawberry.mutation
    def check_out(self, cart_id: strawberry.ID) -> Order:
        order = Order(id=new_id("order"), status="PLACED", total=Cart.total(carts[cart_id]))
        orders[order.id] = order
        return order

    @strawberry.mutation
    def ship(self, order_id: strawberry.ID) -> Order:
        orders[order_id].status = "SHIPPED"
        return orders[order_id]


@strawberry.type
class Subscription:
    @strawberry.subscription
    async def countdown(self, start: int) -> AsyncGenerator[int, None]:
        for number in range(start, 0, -1):
            yield number
            await asyncio.sleep(0.01)


app = GraphQL(strawberry.Schema(Query, Mutation, Subscription))
