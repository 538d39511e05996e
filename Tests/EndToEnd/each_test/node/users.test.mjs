import assert from "node:assert/strict";
import test from "node:test";
import { ME, Shop } from "./shop.cjs";

test("logs in", async () => {
  const shop = await Shop.logIn("ada@example.com");
  assert.equal((await shop.ask(ME)).me.email, "ada@example.com");
});

test.skip("is not ready", () => new Shop().ask(ME));
