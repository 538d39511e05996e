const { ADD, CART, COUNT, CREATE_CART, CREATE_PRODUCT, DELETE_CART, ME, RENAME, Shop, inAnyOrder } = require("./shop.cjs");

describe("Cart", () => {
  let shop, product, cart;

  beforeAll(async () => {
    shop = await Shop.logIn("ada@example.com");
    product = (await shop.ask(CREATE_PRODUCT, { name: "Figs", price: 5 })).createProduct.id;
  });
  afterAll(() => shop.ask(RENAME, { id: product, name: "Sold figs" }));
  beforeEach(async () => {
    cart = (await shop.ask(CREATE_CART)).createCart.id;
  });
  afterEach(() => shop.ask(DELETE_CART, { id: cart }));

  const add = (quantity) => shop.ask(ADD, { cart, product, quantity });
  const tests = {
    "is empty": async () => {
      expect((await shop.ask(CART, { id: cart })).cart).toEqual({ id: cart, total: 0, lines: [] });
    },
    "adds a product": async () => {
      expect((await add(2)).addToCart.total).toBe(10);
      expect((await shop.ask(CART, { id: cart })).cart.total).toBe(10);
    },
    "adds twice": async () => {
      await add(1);
      await add(1);
      expect((await shop.ask(CART, { id: cart })).cart.lines).toHaveLength(2);
    },
    "adds \"one\" (or more)": async () => {
      expect((await add(1)).addToCart.total).toBe(5);
    },
    "counts up": async () => {
      const before = (await shop.ask(COUNT)).productCount;
      await shop.ask(CREATE_PRODUCT, { name: "Dates", price: 6 });
      expect((await shop.ask(COUNT)).productCount).toBe(before + 1);
    },
  };
  for (const [name, body] of inAnyOrder(tests)) test(name, body);

  describe("of nobody", () => {
    test("cannot be made", () => expect(new Shop().ask(CREATE_CART)).rejects.toThrow("log in first"));
    test("belongs to nobody", () => expect(new Shop().ask(ME)).rejects.toThrow("log in first"));
  });
});
