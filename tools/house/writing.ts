import { linesMatching, type Rule, textFiles } from './tree.ts'

/** Where numbers and times become text; the address of a camera is read by programs, not by people. */
const WRITERS = /^web\/(ui\/format\/|clock\/|chart\/three\/camera-text\.ts)/

export const oneWriting: Rule = {
  name: 'numbers and times are written in one way',
  check: (tree) =>
    linesMatching(
      tree,
      textFiles(tree).filter((file) => /^web\/.*(?<!\.test)\.tsx?$/.test(file) && !WRITERS.test(file)),
      /\.(toFixed|toExponential|toPrecision|toLocaleString|toLocaleDateString|toLocaleTimeString)\(|\bIntl\.(NumberFormat|DateTimeFormat)\b/,
      'writes a number or a time with "$&": take a function of web/ui/format/ or web/clock/.',
    ),
}
