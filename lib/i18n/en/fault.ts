/** What is shown in place of a page that broke. A file of its own: it goes to the browser with every page. */
export const fault = {
  title: 'Something went wrong',
  heading: 'Something went wrong',
  lead: 'The problem is on our side and has been logged. Try again.',
  reference: 'Reference: {id}',
  retry: 'Try again',
}
