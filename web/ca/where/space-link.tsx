import { Link } from '@tanstack/react-router'
import { paths } from '../../site/paths.ts'
import type { spaceOfEvent, spaceOfObject } from '../../site/space-link.ts'
import { useWords } from '../../ui/text/language.ts'
import { caWhereWords } from './words.data.ts'

type Props = { readonly to: ReturnType<typeof spaceOfEvent | typeof spaceOfObject> }

/** Links to the globe, where the same event or object is in the middle. */
export function SpaceLink({ to }: Props) {
  const t = useWords(caWhereWords)
  return (
    <Link to={paths.space} search={to} className="fs-12 no-print">
      {t('inSpace')}
    </Link>
  )
}
