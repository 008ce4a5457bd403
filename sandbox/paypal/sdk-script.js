// @ts-check
/*
 * The sandbox's fake of PayPal's browser script: `paypal.Buttons` and `paypal.HostedButtons` as
 * the real ones behave towards a page. Plain script, nothing inline, styles through the DOM only.
 */
;(() => {
  const source = document.currentScript
  if (!(source instanceof HTMLScriptElement)) throw new Error('load this as a plain script')
  const { origin, searchParams } = new URL(source.src)
  const components = (searchParams.get('components') ?? 'buttons').split(',')
  const windowFeatures = 'popup,width=460,height=640'
  const closedCheckMs = 250

  /** @param {string | HTMLElement} target */
  function findContainer(target) {
    const container = typeof target === 'string' ? document.querySelector(target) : target
    if (!(container instanceof HTMLElement)) {
      throw new Error('Document is ready and the element to render into does not exist')
    }
    return container
  }

  /** @param {() => void} onClick */
  function createButton(onClick) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'PayPal'
    Object.assign(button.style, {
      width: '100%',
      minHeight: '45px',
      border: '0',
      borderRadius: '4px',
      background: '#ffc439',
      color: '#111',
      font: 'italic 700 18px/1 sans-serif',
      cursor: 'pointer',
    })
    button.addEventListener('click', onClick)
    return button
  }

  /**
   * Waits for the buyer's decision in the PayPal window; closing it cancels the payment.
   * @param {Window} popup
   * @returns {Promise<{ outcome: string, payerId: string }>}
   */
  function watch(popup) {
    const { promise, resolve } = Promise.withResolvers()
    let timesSeenClosed = 0
    const timer = setInterval(() => {
      if (popup.closed) timesSeenClosed += 1
      // One more round: the window's last message may still be under way.
      if (timesSeenClosed > 1) finish({ outcome: 'cancelled', payerId: '' })
    }, closedCheckMs)
    /** @param {MessageEvent} event */
    function receive(event) {
      if (event.origin !== origin || event.source !== popup) return
      if (event.data?.type === 'paypal-sandbox') finish(event.data)
    }
    /** @param {{ outcome: string, payerId: string }} result */
    function finish(result) {
      clearInterval(timer)
      window.removeEventListener('message', receive)
      resolve(result)
    }
    window.addEventListener('message', receive)
    return promise
  }

  /**
   * @typedef {object} ButtonsOptions
   * @property {(data: object, actions: object) => Promise<string> | string} createOrder
   * @property {(data: object, actions: { restart: () => Promise<void> }) => unknown} [onApprove]
   * @property {(data: object, actions: object) => unknown} [onCancel]
   * @property {(error: unknown) => unknown} [onError]
   * @property {(data: object, actions: object) => unknown} [onClick]
   * @property {(data: object, actions: object) => unknown} [onInit]
   */

  /** @param {ButtonsOptions} options */
  function Buttons(options) {
    /** @type {HTMLButtonElement | undefined} */
    let button
    /** A started order whose window the browser blocked. */
    let waitingOrderId = ''
    let busy = false

    async function start() {
      if (busy) return
      busy = true
      // Within the click: later the browser blocks it as a pop-up.
      const popup = window.open('about:blank', '_blank', windowFeatures)
      try {
        options.onClick?.({ fundingSource: 'paypal' }, {})
        const orderId =
          waitingOrderId || (await options.createOrder({ paymentSource: 'paypal' }, {}))
        await checkOut(orderId, popup)
      } catch (error) {
        popup?.close()
        fail(error)
      } finally {
        busy = false
      }
    }

    /**
     * @param {string} orderId
     * @param {Window | null} popup
     */
    async function checkOut(orderId, popup) {
      waitingOrderId = popup ? '' : orderId
      if (!popup) return
      popup.location.href = `${origin}/checkoutnow?token=${encodeURIComponent(orderId)}`
      const { outcome, payerId } = await watch(popup)
      popup.close()
      if (outcome !== 'approved') {
        await options.onCancel?.({ orderID: orderId }, {})
        return
      }
      const restart = () => checkOut(orderId, window.open('about:blank', '_blank', windowFeatures))
      await options.onApprove?.(
        { orderID: orderId, payerID: payerId, paymentSource: 'paypal', facilitatorAccessToken: '' },
        { restart },
      )
    }

    /** @param {unknown} error */
    function fail(error) {
      if (!options.onError) throw error
      options.onError(error)
    }

    return {
      isEligible: () => true,
      /** @param {string | HTMLElement} target */
      async render(target) {
        button = createButton(() => void start())
        findContainer(target).append(button)
        options.onInit?.({}, { enable: async () => {}, disable: async () => {} })
      },
      async close() {
        button?.remove()
      },
    }
  }

  /**
   * Reads the button's id and nothing else: given callbacks are ignored, as by the real script.
   * @param {{ hostedButtonId: string }} options
   */
  function HostedButtons({ hostedButtonId }) {
    return {
      /** @param {string | HTMLElement} target */
      async render(target) {
        const address = `${origin}/ncp/payment/${encodeURIComponent(hostedButtonId)}`
        findContainer(target).append(
          createButton(() => window.open(address, '_blank', windowFeatures)),
        )
      },
    }
  }

  const namespace = source.dataset['namespace'] ?? 'paypal'
  Reflect.set(window, namespace, {
    version: '5.0.0-sandbox',
    ...(components.includes('buttons') && { Buttons, FUNDING: { PAYPAL: 'paypal' } }),
    ...(components.includes('hosted-buttons') && { HostedButtons }),
  })
})()
