// The colors of the editor's text.

import { h } from "./dom.js";
import { codeTokens } from "./json.js";

/// Returns the tokens of a text: `{kind, start, end, word}`. Languages are "graphql", "json" and "headers".
export function editorTokens(text, language) {
  if (language !== "headers") return codeTokens(text, language === "json");
  return [...text.matchAll(/^[^:\n]+(?=:)/gm)].map(({ 0: word, index }) =>
    ({ kind: "argument", start: index, end: index + word.length, word }));
}

/// Returns a part of a text with its colors, and with lines under its problems.
export function coloredText(text, tokens, problems, from, to) {
  const shownTokens = tokens.filter(({ start, end }) => end > from && start < to);
  // A problem at the end of a line has no character of its own.
  const shownProblems = problems.map(({ start, end }) => ({ start, end: Math.max(end, start + 1) }))
    .filter(({ start, end }) => end > from && start < to);
  const edges = new Set([from, to, ...[...shownTokens, ...shownProblems].flatMap(({ start, end }) => [start, end])]);
  const sorted = [...edges].filter((edge) => edge >= from && edge <= to).sort((a, b) => a - b);
  let next = 0;
  return sorted.slice(0, -1).map((start, index) => {
    while (shownTokens[next]?.end <= start) next++;
    const token = shownTokens[next]?.start <= start ? `gql-${shownTokens[next].kind}` : "";
    const isWrong = shownProblems.some((problem) => problem.start <= start && problem.end > start);
    return h("span", { class: `${token} ${isWrong ? "ed-wrong" : ""}` }, text.slice(start, sorted[index + 1]) || " ");
  });
}
