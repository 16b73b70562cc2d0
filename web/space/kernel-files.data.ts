/** The addresses of the SGP4 kernels, of which the build knows the names (web/kernel.config.ts). */
export const KERNEL_FILES: Readonly<Record<'baseline' | 'relaxed', string>> = { baseline: '', relaxed: '' }
