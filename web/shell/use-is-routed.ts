import { useRouter } from '@tanstack/react-router'

/** Whether there is a route table around: while the page starts there is none, and so nowhere to go. */
export function useIsRouted(): boolean {
  return Boolean(useRouter({ warn: false }))
}
