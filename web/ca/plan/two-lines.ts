import { useSize } from '../../ui/page/size.ts'

/** The width that a table of plans needs for every column side by side. */
const ALL_COLUMNS_PX = 900

/**
 * Returns true if the rows of a table of plans need a second line, since its place is narrow; the first result is the
 * ref for that place.
 */
export function useTwoLines(): [React.RefCallback<HTMLDivElement>, boolean] {
  const [measure, { width }] = useSize<HTMLDivElement>()
  return [measure, width > 0 && width < ALL_COLUMNS_PX]
}
