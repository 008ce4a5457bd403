/** A survivor with gas mask, backpack and rifle; 104 tall, standing on the origin. */
export function Survivor() {
  return (
    <>
      <ellipse rx="30" ry="4" fill="#000" opacity=".35" />
      <path fill="#1d2a22" d="M-12 0-10-40H0l1 12 1-12h10L14 0H5L1-26-4 0z" />
      <path fill="#2b3c31" d="M-12 0-10-40h5L-7 0z" />
      <path fill="#101713" d="M-14 0h12v-5h-10zM4 0h13l-2-5H5z" />
      <path fill="#5f4730" d="m-22-70 8-6 3 38-10-5z" />
      <path fill="#7d613f" d="m-22-70 8-6v13l-8 4z" />
      <path fill="#3f5741" d="m-15-72 8-6H1v48h-14v-8l-6-2z" />
      <path fill="#2c3d30" d="m1-78h8l8 6 2 34-6 2v6H1z" />
      <path fill="#587a5a" d="m-15-72 8-6-2 10-6 28-4-2z" />
      <path fill="#1f2c23" d="M-13-36h28v4h-28z" />
      <path fill="#1a1410" d="m-7-45 33-15 1.5 3L-5-41zM15-54l4 9-3.5 1.5-4-8.5z" />
      <path fill="#34483a" d="m-15-70 5 1 3 16 8 3-1 6-12-3z" />
      <path fill="#26362b" d="m17-70-6 2 2 9-3 3 4 5 7-6z" />
      <path fill="#c79a78" d="m0-50 5-1.5 1 5-5 2zM9-56l4.5-.5.5 5-4 1z" />
      <path fill="#38463d" d="M-7-94H1v17l-6-5z" />
      <path fill="#27322b" d="M1-94h8l-2 12-6 5z" />
      <path fill="#6bff4d" d="m-5-91 4.5.5-.5 4.5-4-.5zM2.5-90.5 7-91l-.5 4.5-3.5.5z" />
      <path fill="#d8ffcf" d="m-5-91 2.5.25-2 2.5zM2.5-90.5l2.5-.25-2 2.5z" />
      <path fill="#141b17" d="m-2-82 3-1.5 3 1.5v4L1-75.5-2-78z" />
      <path fill="#4c5c52" d="m-2-82 3-1.5v3z" />
      <path fill="#5a4630" d="m-9-94 3-8 7-2v10z" />
      <path fill="#46361f" d="m1-104 6 2 3 8H1z" />
      <path fill="#2e2416" d="M-10-95h21v2.5h-21z" />
    </>
  )
}
