import { empty } from "./ui.js";

export const dataView = { id: "data", title: "Data", key: "7", mount(root) { root.append(empty("Data")); return () => {}; } };
