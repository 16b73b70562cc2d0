/**
 * Orders texts by their code units, the same in every language: negative, 0 or positive. Instants in the same notation are in the order of
 * time.
 */
export const compareText = (a: string, b: string): number => Number(a > b) - Number(a < b)
