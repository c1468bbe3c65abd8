import type { Messages } from '@/lib/i18n/messages'

/** An action in the reader's words; one that has none yet as it is. */
export function actionName(action: string, texts: Messages['audit']): string {
  return Object.hasOwn(texts.actions, action) ? texts.actions[action as keyof typeof texts.actions] : action
}

/** A user by e-mail address, by id where there is no such user any more, null for nobody. */
export function nameOf(id: string | null, people: ReadonlyMap<string, string>): string | null {
  return id === null ? null : (people.get(id) ?? id)
}
