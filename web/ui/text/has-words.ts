/** True if a label contains every word of a text, in any order: `sat-3 0223` finds `SAT-3 × SIM DEB 0223`. */
export function hasWords(label: string, text: string): boolean {
  const place = label.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => place.includes(word))
}
