/** What is wrong with a cursor that no page gave. */
export const BAD_CURSOR = {
  pointer: '/cursor',
  code: 'invalid_cursor',
  detail: 'This is not a cursor of this list.',
}
