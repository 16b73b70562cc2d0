/** Being written. */
export function ThreeDPage() {
  return null
}
