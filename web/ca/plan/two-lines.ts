import { useSize } from '../../ui/page/size.ts'

/** What a table of plans takes with every column beside the other. */
const ALL_COLUMNS_PX = 900

/** Whether the rows of a table of plans have a second line, since its place is narrower; give the first to the place. */
export function useTwoLines(): [React.RefCallback<HTMLDivElement>, boolean] {
  const [measure, { width }] = useSize<HTMLDivElement>()
  return [measure, width > 0 && width < ALL_COLUMNS_PX]
}
