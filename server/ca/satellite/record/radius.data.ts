/** The radius that is added to a primary of known size; it covers 95 % of secondaries (domain.md, part 3, hard-body radius). */
export const DEFAULT_SECONDARY_RADIUS_M = 1.5
/** Both objects together if no source states a size: the customary value for all objects, on the safe side. */
export const BLANKET_RADIUS_M = 20
