/** The error page. In its own file because every page sends it to the browser. */
export const fault = {
  title: 'Something went wrong',
  heading: 'Something went wrong',
  lead: 'The problem is on our side and has been logged. Try again.',
  reference: 'Reference: {id}',
  retry: 'Try again',
}
