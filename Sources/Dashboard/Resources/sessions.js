import { empty } from "./ui.js";

export const sessionsView = { id: "sessions", title: "Sessions", key: "6", mount(root) { root.append(empty("Sessions")); return () => {}; } };
