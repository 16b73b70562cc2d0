/** The coast lines, which the build packs from Natural Earth (web/coast.config.ts). */
export const COAST: string = ''
