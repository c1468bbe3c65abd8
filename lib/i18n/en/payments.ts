/** Payments: pages of the dashboard and the simulator. */
export const payments = {
  simulator: {
    title: 'Payment simulator',
    text: 'Confirm a payment of {amount}? Choose what the customer’s bank should answer.',
    answered: 'This payment has already been answered.',
    notice: 'Simulator: no card is charged and no money moves.',
    results: {
      passed: 'Confirm the payment',
      failed: 'Fail the authentication',
      canceled: 'Cancel',
    },
    back: 'Return',
  },
}
