import { Link } from '@tanstack/react-router'
import { paths } from '../../site/paths.ts'
import { useWords } from '../../ui/text/language.ts'
import { passWords } from './words.data.ts'

/** Links to the page on which an organisation without a satellite adds one. */
export function AddSatelliteLink() {
  const t = useWords(passWords)
  return (
    <Link to={paths.assets} search={{ dialog: 'add-satellite' }}>
      {t('addSatellite')}
    </Link>
  )
}
