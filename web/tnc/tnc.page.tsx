/** Being written. */
export function TermsPage() {
  return null
}
