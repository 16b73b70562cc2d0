import { useRouter } from '@tanstack/react-router'

/** True if the component is inside a router: there is none while the page starts, so no link can be followed. */
export function useIsRouted(): boolean {
  return Boolean(useRouter({ warn: false }))
}
