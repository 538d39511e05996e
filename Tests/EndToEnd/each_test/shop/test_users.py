import uuid

from conftest import Shop

REGISTER = "mutation Register($email: String!) { register(email: $email) { id email } }"
LOGIN = "mutation Login($email: String!) { login(email: $email) { token user { id email } } }"


def test_me(shop):
    assert shop.ask("query Me { me { email } }")["me"]["email"] == "ada@example.com"


def test_register():
    email = f"user-{uuid.uuid4()}@example.com"
    user = Shop().ask(REGISTER, email=email)["register"]
    assert user["email"] == email
    session = Shop().ask(LOGIN, email=email)["login"]
    assert session["user"] == {"id": user["id"], "email": email}
    assert Shop(session["token"]).ask("query Me { me { id email } }")["me"] == user


def test_login_again(shop):
    token = Shop().ask(LOGIN, email="ada@example.com")["login"]["token"]
    assert Shop(token).ask("query Me { me { email } }") == shop.ask("query Me { me { email } }")
