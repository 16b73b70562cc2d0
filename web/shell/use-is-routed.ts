import { useRouter } from '@tanstack/react-router'

/** True if there is a route table around: while the page starts there is none, and so no link can be followed. */
export function useIsRouted(): boolean {
  return Boolean(useRouter({ warn: false }))
}
