/** The programmes of a startup. */

import type { Enrollment } from '../../client/src/index.ts';
import { day } from '../text/day.ts';
import { worded } from '../text/worded.ts';

export function Enrollments({ enrollments }: { enrollments: readonly Enrollment[] }) {
  return (
    <ul class="enrollments">
      {enrollments.map((enrollment, index) => (
        <li key={index}>
          <strong dir="auto">{enrollment.program_name ?? 'Unnamed programme'}</strong>
          {enrollment.cohort_name !== null && <span dir="auto">{enrollment.cohort_name}</span>}
          <Period {...enrollment} />
          <Standing {...enrollment} />
        </li>
      ))}
    </ul>
  );
}

/** From the day of acceptance to the day of the end, as far as they are known. */
function Period({ accepted_date, ended_date }: Enrollment) {
  if (accepted_date === null && ended_date === null) return null;
  return (
    <span>
      {accepted_date !== null && <time dateTime={accepted_date}>{day(accepted_date)}</time>}
      {ended_date !== null && (
        <>
          {accepted_date === null ? 'to ' : ' to '}
          <time dateTime={ended_date}>{day(ended_date)}</time>
        </>
      )}
    </span>
  );
}

function Standing({ status, graduated }: Enrollment) {
  if (status === null) return graduated ? <span>Graduated</span> : null;
  return (
    <span>
      <bdi>{worded(status)}</bdi>
      {graduated && ', graduated'}
    </span>
  );
}
