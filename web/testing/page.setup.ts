import { afterAll, afterEach } from 'vitest'
import { closeStages, takeBack } from './page.ts'

afterEach(takeBack)
afterAll(closeStages)
