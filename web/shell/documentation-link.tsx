import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './bar.module.css'

/** Leads to the guides, for everybody (spec §2). */
export function DocumentationLink() {
  return (
    <Link className={styles.link} to={paths.docs} params={{ page: undefined, file: undefined }} title="Documentation">
      <Icon name="book" />
      <span>Documentation</span>
    </Link>
  )
}
