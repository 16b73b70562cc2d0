/** Orders texts by their code units, the same in every language: negative, 0 or positive. Instants that are written alike come in their order in time. */
export const compareText = (a: string, b: string): number => Number(a > b) - Number(a < b)
