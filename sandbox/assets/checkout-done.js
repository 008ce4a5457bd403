// @ts-check
const result = document.querySelector('#result')
if (result instanceof HTMLElement && window.opener !== null) {
  const { productOrigin = '', outcome, orderId, payerId } = result.dataset
  window.opener.postMessage({ type: 'paypal-sandbox', outcome, orderId, payerId }, productOrigin)
}
window.close()
