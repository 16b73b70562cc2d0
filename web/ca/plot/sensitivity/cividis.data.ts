/**
 * The colour scale cividis from low to high, as in the design: it looks the same to people with any kind of colour vision. Nuñez, Anderton
 * and Renslow (2018).
 */
export const CIVIDIS = ['#00204d', '#213d6b', '#555b6c', '#7b7a77', '#a59c74', '#d3c064', '#ffea46'] as const
