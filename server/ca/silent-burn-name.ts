/** The standing work that looks for burns nobody has announced. Element sets come out some times a day: ten minutes are in time. */
export const SILENT_BURNS = { name: 'ca.silent-burns', everyS: 600 } as const
