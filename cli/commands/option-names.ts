/** Returns the options of a command, without the dashes, in the order of its help. */
export function optionNames(help: string): string[] {
  return [...new Set([...help.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map(([, name]) => name ?? ''))]
}
