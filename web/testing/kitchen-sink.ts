/** The kitchen sink page, on which the tests of the kit find each component in its states. */
import type { Locator, Page } from 'playwright-core'
import { page as open, seen } from './page.ts'
import { world } from './world.ts'

/** A hit target has at least this width and height (ux.md R6). */
const TARGET_PX = 24

export async function openSink(wishes: Parameters<typeof open>[3] = {}, search = ''): Promise<Page> {
  const page = await open(world.nothing, 'demo', `/dev/kitchensink${search}`, wishes)
  await seen(page.getByRole('heading', { name: 'Kitchen sink' }))
  return page
}

export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not drawn.')
  return box
}

/** True if a control has the focus. */
export const isFocused = (locator: Locator) => locator.evaluate((one) => one === document.activeElement)

/** Returns the value of one property of the style in which an element is drawn. */
export const styleOf = (locator: Locator, name: string) =>
  locator.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)

/** Returns the text of a head without the arrow of its sort. */
export const bare = (text: string) => text.replace(/\s*[↑↓]\d?/, '').replaceAll(/\s+/g, ' ')

/**
 * Returns the elements in a part of the page that can be pressed and are narrower or lower than a hit target; links within a sentence are
 * excluded.
 */
export function smallTargets(part: Locator): Promise<string[]> {
  return part.evaluate((root, least) => {
    const controls = root.querySelectorAll(
      'button, input, textarea, label:has(input), [role="tab"], [role^="menuitem"]',
    )
    return (
      [...controls]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[aria-hidden="true"]'))
        // A checkbox inside its label is pressed by the label.
        .filter((one) => one instanceof HTMLLabelElement || !one.closest('label'))
        .map((one) => ({ one, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.width < least || box.height < least)
        .map(
          ({ one, box }) => `${Math.round(box.width)} × ${Math.round(box.height)} px: ${one.outerHTML.slice(0, 120)}`,
        )
    )
  }, TARGET_PX)
}

/**
 * Returns the texts of a part that are cut, or that extend beyond the edge of the screen. Texts that are cut on purpose are not included.
 */
export function cutTexts(part: Locator): Promise<string[]> {
  return part.evaluate((root) => {
    const SLACK_PX = 1
    const cut: string[] = []
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: parent, nodeValue: value } = text
      if (!parent || !value?.trim() || parent.closest('.visually-hidden, [aria-hidden="true"], [title]')) continue
      if (!parent.checkVisibility({ visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right } = range.getBoundingClientRect()
      if (right > innerWidth + SLACK_PX || left < -SLACK_PX) cut.push(`beyond the screen: ${value}`)
      for (let box: Element | null = parent; box && box !== root; box = box.parentElement) {
        const how = getComputedStyle(box).overflowX
        if (how === 'auto' || how === 'scroll') break
        const edge = box.getBoundingClientRect()
        if (how !== 'visible' && (right > edge.right + SLACK_PX || left < edge.left - SLACK_PX)) {
          cut.push(`cut: ${value}`)
          break
        }
      }
    }
    return cut
  })
}
