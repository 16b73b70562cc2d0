/** How many tolerances of a file have no name yet. No other file may have one, and the list only becomes shorter. */
export const LITERAL_TOLERANCES_LEFT: Readonly<Record<string, number>> = {}
