import { empty } from "./ui.js";

export const missesView = { id: "misses", title: "Misses", key: "2", mount(root) { root.append(empty("Misses")); return () => {}; } };
