export const VISIONS = ['usual', 'protanopia', 'deuteranopia', 'tritanopia', 'greyscale'] as const
export type Vision = (typeof VISIONS)[number]

/** Each row computes one of red, green and blue from all three. */
export type Matrix = readonly (readonly [number, number, number])[]

/**
 * Matrices that convert linear red, green and blue to what people with other colour vision see. Source: Machado, Oliveira, Fernandes, "A
 * physiologically-based model for simulation of color vision deficiency", IEEE TVCG 15(6), 2009, matrices of severity 1.0. Greyscale: the
 * luminance of IEC 61966-2-1 (sRGB).
 */
export const VISION_MATRICES: Readonly<Record<Exclude<Vision, 'usual'>, Matrix>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  greyscale: [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
}
