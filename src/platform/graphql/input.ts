import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';

/** The values that a client gave for arguments or input fields declared as `Fields`. */
export function inputOf<Fields extends InputFieldMap>(given: object): InputShapeFromFields<Fields> {
  // graphql-js has checked the values against the fields; their types are lost where a field is made from generic options.
  return given as InputShapeFromFields<Fields>;
}
