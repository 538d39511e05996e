import assert from "node:assert/strict";
import test, { afterEach, before } from "node:test";
import { COUNT, CREATE_PRODUCT, PRODUCT, RENAME, Shop, inAnyOrder } from "./shop.cjs";

let shop, product;

before(async () => {
  shop = await Shop.logIn("ada@example.com");
});
before(async () => {
  product = (await new Shop().ask(CREATE_PRODUCT, { name: "Plums", price: 8 })).createProduct.id;
});
afterEach(() => shop.ask(PRODUCT, { id: product }));

const tests = {
  "is created": async () => {
    assert.equal((await shop.ask(PRODUCT, { id: product })).product.price, 8);
  },
  "is renamed": async () => {
    await shop.ask(RENAME, { id: product, name: "Prunes" });
    assert.equal((await shop.ask(PRODUCT, { id: product })).product.name, "Prunes");
    await shop.ask(RENAME, { id: product, name: "Plums" });
  },
  "counts up": async () => {
    const before = (await shop.ask(COUNT)).productCount;
    await shop.ask(CREATE_PRODUCT, { name: "Grapes", price: 6 });
    assert.equal((await shop.ask(COUNT)).productCount, before + 1);
  },
};
for (const [name, body] of inAnyOrder(tests)) test(name, body);
