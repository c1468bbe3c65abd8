/** What JSON can say. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** One change in somebody's inbox; `itemId` null: of several items at once. */
export interface InboxChange {
  userId: string
  reason: 'created' | 'read' | 'deleted'
  itemId: string | null
}

/** What a page is told to do with something it shows. */
export interface UiPatch {
  target: string
  op: 'set' | 'merge' | 'remove' | 'invalidate'
  data?: Record<string, JsonValue>
}

/** A sentence shown for a moment. `href` is a path of this service. */
export interface UiToast {
  level: 'info' | 'success' | 'warning' | 'error'
  title: string
  message?: string
  action?: { label: string; href: string }
}

/** What instances tell each other for the live connections they hold. `id` tells the copies of one message from two messages. */
export type LiveMessage =
  | { type: 'inbox.changed'; id: string; changes: readonly InboxChange[] }
  | { type: 'ui.patch'; id: string; audience: { userId: string } | { permission: string }; patch: UiPatch }
  | { type: 'ui.toast'; id: string; userId: string; toast: UiToast }
