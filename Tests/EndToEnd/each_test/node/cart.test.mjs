import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { ADD, CART, COUNT, CREATE_CART, CREATE_PRODUCT, DELETE_CART, ME, RENAME, Shop, inAnyOrder } from "./shop.cjs";

describe("Cart", () => {
  let shop, product, cart;

  before(async () => {
    shop = await Shop.logIn("ada@example.com");
    product = (await shop.ask(CREATE_PRODUCT, { name: "Figs", price: 5 })).createProduct.id;
  });
  after(() => shop.ask(RENAME, { id: product, name: "Sold figs" }));
  beforeEach(async () => {
    cart = (await shop.ask(CREATE_CART)).createCart.id;
  });
  afterEach(() => shop.ask(DELETE_CART, { id: cart }));

  const add = (quantity) => shop.ask(ADD, { cart, product, quantity });
  const tests = {
    "is empty": async () => {
      assert.deepEqual((await shop.ask(CART, { id: cart })).cart, { id: cart, total: 0, lines: [] });
    },
    "adds a product": async () => {
      assert.equal((await add(2)).addToCart.total, 10);
      assert.equal((await shop.ask(CART, { id: cart })).cart.total, 10);
    },
    "adds twice": async () => {
      await add(1);
      await add(1);
      assert.equal((await shop.ask(CART, { id: cart })).cart.lines.length, 2);
    },
    "has steps": async (t) => {
      const id = cart; // beforeEach runs for each step, too.
      await t.test("first", () => shop.ask(ADD, { cart: id, product, quantity: 3 }));
      await t.test("second", async () => assert.equal((await shop.ask(CART, { id })).cart.total, 15));
    },
    "cleans up": async (t) => {
      const before = (await shop.ask(COUNT)).productCount;
      const { id } = (await shop.ask(CREATE_PRODUCT, { name: "Dates", price: 6 })).createProduct;
      t.after(() => shop.ask(RENAME, { id, name: "Old dates" }));
      assert.equal((await shop.ask(COUNT)).productCount, before + 1);
    },
  };
  for (const [name, body] of inAnyOrder(tests)) it(name, body);

  describe("of nobody", () => {
    it("cannot be made", () => assert.rejects(new Shop().ask(CREATE_CART), /log in first/));
    it("belongs to nobody", () => assert.rejects(new Shop().ask(ME), /log in first/));
  });
});
