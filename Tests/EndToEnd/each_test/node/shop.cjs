// A client of the shop. Nothing here knows of Understudy: the URL comes from the project's own variable.

class Shop {
  constructor(token) {
    this.headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  }

  async ask(query, variables) {
    const body = JSON.stringify({ query, variables });
    const answer = await fetch(process.env.SHOP_URL, { method: "POST", headers: this.headers, body });
    const { data, errors } = await answer.json();
    if (errors) throw new Error(errors[0].message);
    return data;
  }

  static async logIn(email) {
    const login = "mutation Login($email: String!) { login(email: $email) { token user { id } } }";
    return new Shop((await new Shop().ask(login, { email })).login.token);
  }
}

// Registers tests in an order that depends on SEED.
function inAnyOrder(tests) {
  const random = (name) => [...`${process.env.SEED ?? ""}${name}`].reduce((sum, one) => (sum * 31 + one.charCodeAt()) % 9973, 7);
  const entries = Object.entries(tests);
  if (process.env.SEED) entries.sort(([one], [other]) => random(one) - random(other));
  return entries;
}

exports.Shop = Shop;
exports.inAnyOrder = inAnyOrder;
exports.CREATE_PRODUCT = "mutation Create($name: String!, $price: Int!) { createProduct(name: $name, price: $price) { id name price } }";
exports.PRODUCT = "query Product($id: ID!) { product(id: $id) { id name price } }";
exports.RENAME = "mutation Rename($id: ID!, $name: String!) { renameProduct(id: $id, name: $name) { id name } }";
exports.COUNT = "query Count { productCount }";
exports.CREATE_CART = "mutation CreateCart { createCart { id lines { quantity } } }";
exports.ADD = `mutation Add($cart: ID!, $product: ID!, $quantity: Int!) {
    addToCart(cartId: $cart, productId: $product, quantity: $quantity) { id total }
  }`;
exports.CART = "query Cart($id: ID!) { cart(id: $id) { id total lines { quantity } } }";
exports.DELETE_CART = "mutation Delete($id: ID!) { deleteCart(id: $id) }";
exports.ME = "query Me { me { email } }";
