import { empty } from "./ui.js";

export const coverageView = { id: "coverage", title: "Coverage", key: "5", mount(root) { root.append(empty("Coverage")); return () => {}; } };
