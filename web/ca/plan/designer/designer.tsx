import { partOf } from '../../../ui/page/part.tsx'
import { MapPane } from './burn-map-pane.tsx'
import { Candidates } from './candidates.tsx'
import { CollectedPane } from './collected-pane.tsx'
import { Compare, ComparePane } from './compare-pane.tsx'
import { useIgnition } from './design-hooks.ts'
import styles from './designer.module.css'
import { Tools } from './designer-head.tsx'
import { type DesignedEvent, DesignedEventContext, DesignerStateProvider, useDesignedEvent } from './designer-state.tsx'
import { DragOfEvent } from './drag-of-event.tsx'
import { NotesButton, NotesPane } from './notes.tsx'
import { OtherEventsContext, OtherEventsProvider, useOtherEvents } from './other-events.tsx'
import { CopyChosenBurn, Foot } from './save.tsx'
import { SettingsForm } from './settings-form.tsx'
import { BurnTimeline } from './timeline.tsx'
import { AssumedEngine, MapWarnings, PlaneNote } from './warnings.tsx'

const eventWhere = partOf(async () => (await import('../../where/event-where.tsx')).EventWhere)

/**
 * The designer of one event, with map, candidate and suggestions; all computations run in this browser, until the plan is saved. Each part
 * reads its own data, and is drawn again when that changes.
 */
export function Designer(event: DesignedEvent) {
  const { conjunction, satellite, message, designCase } = event
  return (
    <DesignerStateProvider conjunctionId={conjunction.conjunctionId}>
      <DesignedEventContext value={event}>
        <OtherEventsProvider>
          <HeadOfDesign />
          <SettingsForm />
          <AssumedEngine propulsion={designCase.propulsion} />
          <PlaneNote />
          <MapWarnings />
          <div className={`grid grow min-h-0 one-column-desk block-paper ${styles.columns}`}>
            <div className={`stack min-w-0 min-h-0 scroll relative block-paper visible-paper ${styles.main}`}>
              <MapPane />
              <BurnTimeline />
            </div>
            <div className={`stack min-w-0 scroll relative line-left under-desk visible-paper ${styles.side}`}>
              <Candidates />
              <NotesPane />
              <ComparePane />
              <CollectedPane />
              <WhereOfDesign />
              <DragOfEvent conjunctionId={conjunction.conjunctionId} satellite={satellite} message={message} />
              <Foot />
            </div>
          </div>
        </OtherEventsProvider>
      </DesignedEventContext>
    </DesignerStateProvider>
  )
}

/** Shows the actions on the design in the head of the page, which lies outside of the contexts of the designer. */
function HeadOfDesign() {
  const event = useDesignedEvent()
  const others = useOtherEvents()
  return (
    <Tools>
      <NotesButton />
      <DesignedEventContext value={event}>
        <OtherEventsContext value={others}>
          <CopyChosenBurn />
        </OtherEventsContext>
      </DesignedEventContext>
      <Compare />
    </Tools>
  )
}

/** Shows where the event and the chosen burn are. */
function WhereOfDesign() {
  const { conjunction, message } = useDesignedEvent()
  const burnMs = useIgnition()
  return (
    <eventWhere.Show
      conjunction={conjunction}
      cdmId={message.cdm.cdmId}
      number={message.number}
      tca={message.cdm.conjunctionData.tca}
      burnMs={burnMs}
    />
  )
}
