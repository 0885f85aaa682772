// Signing in: the admin token, once.

import { signIn } from "./api.js";
import { h, put } from "./dom.js";

export function page(done) {
  const token = h("input", {
    id: "token",
    type: "password",
    autocomplete: "off",
    required: true,
    spellcheck: "false",
    "aria-describedby": "token-help wrong",
  });
  const wrong = h("p", { id: "wrong", class: "wrong", role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    try {
      await signIn(token.value.trim());
      done();
    } catch (error) {
      put(wrong, error.message);
      token.select();
    }
  };
  return h(
    "main",
    { class: "signin" },
    h(
      "form",
      { class: "card", on: { submit } },
      h("img", { src: "/console/mark.svg", alt: "", width: 40, height: 40 }),
      h("h1", {}, "Vetgate"),
      h("label", { for: "token" }, "Admin token"),
      token,
      h(
        "p",
        { id: "token-help", class: "note" },
        "It is in the file ",
        h("code", {}, "admin-token"),
        " in the gateway’s data folder. The gateway prints the path when it starts: ",
        h("code", {}, "cat ~/.local/share/vetgate/admin-token"),
        ". The token of an agent does not work here.",
      ),
      wrong,
      h("button", { class: "primary", type: "submit" }, "Sign in"),
    ),
  );
}
