const { COUNT, CREATE_PRODUCT, PRODUCT, RENAME, Shop, inAnyOrder } = require("./shop.cjs");

let shop, product;

beforeAll(async () => {
  shop = await Shop.logIn("ada@example.com");
});
beforeAll(async () => {
  product = (await shop.ask(CREATE_PRODUCT, { name: "Plums", price: 8 })).createProduct.id;
});
afterEach(async () => {
  await shop.ask(PRODUCT, { id: product });
});

const tests = {
  "is created": async () => {
    expect((await shop.ask(PRODUCT, { id: product })).product.price).toBe(8);
  },
  "is renamed": async () => {
    await shop.ask(RENAME, { id: product, name: "Prunes" });
    expect((await shop.ask(PRODUCT, { id: product })).product.name).toBe("Prunes");
    await shop.ask(RENAME, { id: product, name: "Plums" });
  },
  "counts up": async () => {
    const before = (await shop.ask(COUNT)).productCount;
    await shop.ask(CREATE_PRODUCT, { name: "Grapes", price: 6 });
    expect((await shop.ask(COUNT)).productCount).toBe(before + 1);
  },
};
for (const [name, body] of inAnyOrder(tests)) test(name, body);
