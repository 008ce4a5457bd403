/** The rock that crystals grow from; 180 wide around x = 160, its foot at y = 218 of 240. */
export function Rock() {
  return (
    <>
      <path fill="#22342a" d="m66 218 16-26 30-14 40 8 30-10 38 12 22 18 12 12z" />
      <path fill="#304b3b" d="m82 192 30-14 22 4-20 20-34 4z" />
      <path fill="#16261d" d="m152 186 30-10 38 12 22 18 12 12H170l-8-18z" />
      <path fill="#1f3328" d="m182 176 38 12-22 12-24-4z" />
      <path fill="#3f5b4b" d="m112 178 40 8-14 10-26-6z" />
      <path d="M40 218h240" stroke="#48654f" strokeWidth="2" />
    </>
  )
}
