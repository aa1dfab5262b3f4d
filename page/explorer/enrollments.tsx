/** The programmes of a startup. */

import type { Enrollment } from '../../client/src/index.ts';
import { day } from '../text/day.ts';
import { worded } from '../text/worded.ts';

export function Enrollments({ enrollments }: { enrollments: readonly Enrollment[] }) {
  return (
    <ul class="enrollments">
      {enrollments.map((enrollment) => (
        <li key={enrollment.accepted_date + enrollment.program_name + enrollment.cohort_name}>
          <strong dir="auto">{enrollment.program_name}</strong>
          <span dir="auto">{enrollment.cohort_name}</span>
          <span>
            <time dateTime={enrollment.accepted_date}>{day(enrollment.accepted_date)}</time>
            {enrollment.ended_date !== null && (
              <>
                {' to '}
                <time dateTime={enrollment.ended_date}>{day(enrollment.ended_date)}</time>
              </>
            )}
          </span>
          <span>
            <bdi>{worded(enrollment.status)}</bdi>
            {enrollment.graduated && ', graduated'}
          </span>
        </li>
      ))}
    </ul>
  );
}
