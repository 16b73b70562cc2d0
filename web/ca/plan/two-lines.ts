import { useSize } from '../../ui/page/size.ts'

/** The width that a table of plans needs for every column side by side. */
const ALL_COLUMNS_PX = 900

/** Returns the ref for the element around a table of plans, and true if its rows need a second line because the element is narrow. */
export function useTwoLines(): [React.RefCallback<HTMLDivElement>, boolean] {
  const [measure, { width }] = useSize<HTMLDivElement>()
  return [measure, width > 0 && width < ALL_COLUMNS_PX]
}
