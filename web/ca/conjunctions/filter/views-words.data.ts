import { defineWords } from '../../../ui/text/language.ts'

/** What the dialogs of saved views say. */
export const viewsWords = defineWords('ca.conjunctions.views', {
  en: {
    saveViewTitle: 'Save view',
    viewKeeps: 'Filters, order, groups, columns and plot, as they are now; kept in this browser.',
    viewName: 'Name',
    viewNameMissing: 'A view needs a name.',
    viewReplaced: 'There is one of this name; it is replaced.',
    viewTaken: 'There is another of this name.',
    manageTitle: 'Saved views',
    viewDeleted: '{{name}} was deleted.',
    undo: 'Undo',
    delete: 'Delete',
    deleteView: 'Delete {{name}}',
  },
  de: {
    saveViewTitle: 'Ansicht speichern',
    viewKeeps: 'Filter, Sortierung, Gruppen, Spalten und Diagramm, wie sie jetzt sind; in diesem Browser aufbewahrt.',
    viewName: 'Name',
    viewNameMissing: 'Eine Ansicht braucht einen Namen.',
    viewReplaced: 'Eine dieses Namens gibt es; sie wird ersetzt.',
    viewTaken: 'Eine andere heißt schon so.',
    manageTitle: 'Gespeicherte Ansichten',
    viewDeleted: '{{name}} wurde gelöscht.',
    undo: 'Rückgängig',
    delete: 'Löschen',
    deleteView: '{{name}} löschen',
  },
})
