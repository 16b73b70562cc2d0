/**
 * Orders texts by their code units, in the same way for every language: returns a negative number, 0 or a positive number. Instants in the same
 * notation are then in the order of time.
 */
export const compareText = (a: string, b: string): number => Number(a > b) - Number(a < b)
